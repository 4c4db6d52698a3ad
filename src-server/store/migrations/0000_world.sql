CREATE TABLE `counters` (
	`name` text PRIMARY KEY NOT NULL,
	`value` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `deliveries` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`delivery_id` text NOT NULL,
	`event_id` text NOT NULL,
	`type` text NOT NULL,
	`webhook_id` text NOT NULL,
	`url` text NOT NULL,
	`payload` text NOT NULL,
	`status` text NOT NULL,
	`sending` integer NOT NULL,
	`attempts` integer NOT NULL,
	`response_status` integer,
	`created_ms` integer NOT NULL,
	`next_attempt_ms` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_delivery_id_unique` ON `deliveries` (`delivery_id`);--> statement-breakpoint
CREATE INDEX `deliveries_sending` ON `deliveries` (`sending`);--> statement-breakpoint
CREATE TABLE `delivery_attempts` (
	`delivery_id` text NOT NULL,
	`attempt` integer NOT NULL,
	`at_ms` integer NOT NULL,
	`request_headers` text NOT NULL,
	`response_status` integer,
	`response_body` text NOT NULL,
	`error` text,
	`duration_ms` real NOT NULL,
	PRIMARY KEY(`delivery_id`, `attempt`)
);
--> statement-breakpoint
CREATE TABLE `events` (
	`seq` integer PRIMARY KEY NOT NULL,
	`at_ms` integer NOT NULL,
	`type` text NOT NULL,
	`data` text NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `fills` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`fill_id` text NOT NULL,
	`order_id` text NOT NULL,
	`rebalance_id` text NOT NULL,
	`portfolio_id` text NOT NULL,
	`mifid_record_id` text NOT NULL,
	`mic` text NOT NULL,
	`quantity_micro` integer NOT NULL,
	`price_micro` integer NOT NULL,
	`value_minor` integer NOT NULL,
	`costs` text NOT NULL,
	`filled_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `fills_fill_id_unique` ON `fills` (`fill_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `fills_mifid_record_id_unique` ON `fills` (`mifid_record_id`);--> statement-breakpoint
CREATE INDEX `fills_by_rebalance` ON `fills` (`rebalance_id`);--> statement-breakpoint
CREATE TABLE `journal` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`request_id` text NOT NULL,
	`at_ms` integer NOT NULL,
	`method` text NOT NULL,
	`path` text NOT NULL,
	`form` text,
	`status` integer NOT NULL,
	`duration_ms` real NOT NULL,
	`request_body` text,
	`response_body` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `orders` (
	`order_id` text PRIMARY KEY NOT NULL,
	`rebalance_id` text NOT NULL,
	`portfolio_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`side` text NOT NULL,
	`isin` text NOT NULL,
	`mic` text NOT NULL,
	`currency` text NOT NULL,
	`quantity_micro` integer NOT NULL,
	`filled_micro` integer NOT NULL,
	`working_micro` integer NOT NULL,
	`reserved_minor` integer NOT NULL,
	`status` text NOT NULL,
	`estimated_price_micro` integer NOT NULL,
	`estimated_value_minor` integer NOT NULL,
	`weight_before` real NOT NULL,
	`weight_target` real NOT NULL,
	`weight_after` real NOT NULL,
	`estimated_costs` text NOT NULL,
	`reason` text NOT NULL,
	`consideration_local_minor` integer NOT NULL,
	`consideration_base_minor` integer NOT NULL,
	`dealt_rates` text
);
--> statement-breakpoint
CREATE INDEX `orders_by_rebalance` ON `orders` (`rebalance_id`,`sequence`);--> statement-breakpoint
CREATE TABLE `portfolios` (
	`portfolio_id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`form` text NOT NULL,
	`currency` text NOT NULL,
	`cash_minor` integer NOT NULL,
	`reference_rates` text NOT NULL,
	`created_ms` integer NOT NULL,
	`updated_ms` integer NOT NULL,
	`deleted_ms` integer,
	`label` text NOT NULL,
	`wrapper` text NOT NULL,
	`tax_jurisdiction` text,
	`default_tax_method` text,
	`metadata` text
);
--> statement-breakpoint
CREATE TABLE `positions` (
	`portfolio_id` text NOT NULL,
	`isin` text NOT NULL,
	`mic` text NOT NULL,
	`quantity_micro` integer NOT NULL,
	PRIMARY KEY(`portfolio_id`, `isin`, `mic`)
);
--> statement-breakpoint
CREATE TABLE `rebalances` (
	`rebalance_id` text PRIMARY KEY NOT NULL,
	`portfolio_id` text NOT NULL,
	`account_id` text NOT NULL,
	`status` text NOT NULL,
	`simulation` integer NOT NULL,
	`plan` text NOT NULL,
	`warnings` text NOT NULL,
	`failure` text,
	`created_ms` integer NOT NULL,
	`executed_ms` integer,
	`completed_ms` integer
);
--> statement-breakpoint
CREATE INDEX `rebalances_by_portfolio` ON `rebalances` (`portfolio_id`);--> statement-breakpoint
CREATE TABLE `settings` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sink_requests` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`received_ms` integer NOT NULL,
	`method` text NOT NULL,
	`path` text NOT NULL,
	`headers` text NOT NULL,
	`body` text NOT NULL,
	`signature_valid` integer
);
--> statement-breakpoint
CREATE INDEX `sink_requests_by_name` ON `sink_requests` (`name`);--> statement-breakpoint
CREATE TABLE `targets` (
	`portfolio_id` text NOT NULL,
	`isin` text NOT NULL,
	`rank` integer NOT NULL,
	`weight` real NOT NULL,
	PRIMARY KEY(`portfolio_id`, `isin`)
);
--> statement-breakpoint
CREATE TABLE `timers` (
	`seq` integer PRIMARY KEY NOT NULL,
	`due_ms` integer NOT NULL,
	`kind` text NOT NULL,
	`payload` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `venue_orders` (
	`venue_order_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` text NOT NULL,
	`isin` text NOT NULL,
	`mic` text NOT NULL,
	`side` text NOT NULL,
	`filled_micro` integer NOT NULL,
	`remaining_micro` integer NOT NULL,
	`step_micro` integer NOT NULL,
	`limit_price_micro` integer,
	`slice_index` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `webhook_endpoints` (
	`webhook_id` text PRIMARY KEY NOT NULL,
	`url` text NOT NULL,
	`events` text,
	`secret` text NOT NULL,
	`enabled` integer NOT NULL,
	`created_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `world` (
	`id` integer PRIMARY KEY NOT NULL,
	`seed` integer NOT NULL,
	`now_ms` integer NOT NULL,
	`clock` text NOT NULL,
	`timer_seq` integer NOT NULL,
	`event_count` integer NOT NULL,
	`head` text NOT NULL
);
