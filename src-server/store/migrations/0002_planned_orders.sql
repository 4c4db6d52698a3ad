CREATE TABLE `planned_orders` (
	`rebalance_id` text PRIMARY KEY NOT NULL,
	`orders` text NOT NULL
);
--> statement-breakpoint
DROP INDEX `rebalances_by_portfolio`;--> statement-breakpoint
CREATE INDEX `rebalances_under_way` ON `rebalances` (`portfolio_id`) WHERE "status" in ('executing', 'partially_filled');--> statement-breakpoint
CREATE INDEX `rebalances_by_portfolio` ON `rebalances` (`portfolio_id`,`simulation`,`created_ms`);