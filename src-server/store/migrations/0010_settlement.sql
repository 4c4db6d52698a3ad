CREATE TABLE `held_buys` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` text NOT NULL,
	`rebalance_id` text NOT NULL,
	`until_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `held_buys_order_id_unique` ON `held_buys` (`order_id`);--> statement-breakpoint
CREATE TABLE `trade_settlements` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`fill_id` text NOT NULL,
	`order_id` text NOT NULL,
	`rebalance_id` text NOT NULL,
	`portfolio_id` text NOT NULL,
	`isin` text NOT NULL,
	`mic` text NOT NULL,
	`side` text NOT NULL,
	`quantity_micro` integer NOT NULL,
	`cash_minor` integer NOT NULL,
	`trade_date` text NOT NULL,
	`intended_ms` integer NOT NULL,
	`due_ms` integer NOT NULL,
	`failed_ms` integer,
	`settled_ms` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `trade_settlements_fill_id_unique` ON `trade_settlements` (`fill_id`);--> statement-breakpoint
CREATE INDEX `trade_settlements_pending` ON `trade_settlements` (`due_ms`) WHERE "trade_settlements"."settled_ms" is null;--> statement-breakpoint
CREATE INDEX `trade_settlements_pending_by_portfolio` ON `trade_settlements` (`portfolio_id`) WHERE "trade_settlements"."settled_ms" is null;--> statement-breakpoint
CREATE INDEX `trade_settlements_by_portfolio` ON `trade_settlements` (`portfolio_id`,`seq`);