CREATE TABLE `planned_orders` (
	`rebalance_id` text PRIMARY KEY NOT NULL,
	`orders` text NOT NULL
);
