CREATE TABLE `cash_flows` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`cash_flow_id` text NOT NULL,
	`portfolio_id` text NOT NULL,
	`kind` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`first_ms` integer NOT NULL,
	`every` text,
	`until_ms` integer,
	`occurrences` integer NOT NULL,
	`refused` integer NOT NULL,
	`timer_seq` integer,
	`created_ms` integer NOT NULL,
	`ended_ms` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cash_flows_cash_flow_id_unique` ON `cash_flows` (`cash_flow_id`);--> statement-breakpoint
CREATE INDEX `cash_flows_by_portfolio` ON `cash_flows` (`portfolio_id`);