CREATE TABLE `bulk_portfolios` (
	`bulk_id` text NOT NULL,
	`position` integer NOT NULL,
	`portfolio_id` text NOT NULL,
	`state` text NOT NULL,
	`rebalance_id` text,
	`refusal` text,
	`planned` text,
	`traded` text,
	PRIMARY KEY(`bulk_id`, `position`)
);
--> statement-breakpoint
CREATE INDEX `bulk_portfolios_by_rebalance` ON `bulk_portfolios` (`rebalance_id`) WHERE "bulk_portfolios"."rebalance_id" is not null;--> statement-breakpoint
CREATE TABLE `bulk_rebalances` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`bulk_id` text NOT NULL,
	`created_ms` integer NOT NULL,
	`status` text NOT NULL,
	`terms` text NOT NULL,
	`state` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bulk_rebalances_bulk_id_unique` ON `bulk_rebalances` (`bulk_id`);