CREATE TABLE `desk_orders` (
	`client_order_id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`mic` text NOT NULL,
	`routed_order` text NOT NULL,
	`is_acknowledged` integer NOT NULL,
	`arrives_ms` integer NOT NULL,
	`filled_micro` integer NOT NULL,
	`received_through` integer NOT NULL,
	`received_ahead` text NOT NULL,
	`ending` text,
	`wants_cancel` integer NOT NULL,
	`queries` integer NOT NULL,
	`ask_timer` integer
);
--> statement-breakpoint
CREATE INDEX `desk_orders_by_order` ON `desk_orders` (`order_id`);--> statement-breakpoint
CREATE INDEX `desk_orders_by_exchange` ON `desk_orders` (`mic`);--> statement-breakpoint
CREATE TABLE `exchange_executions` (
	`client_order_id` text NOT NULL,
	`execution_no` integer NOT NULL,
	`order_id` text NOT NULL,
	`quantity_micro` integer NOT NULL,
	`price_micro` integer NOT NULL,
	`mid_micro` integer NOT NULL,
	`touch_micro` integer NOT NULL,
	`executed_ms` integer NOT NULL,
	PRIMARY KEY(`client_order_id`, `execution_no`)
);
--> statement-breakpoint
CREATE TABLE `exchange_orders` (
	`client_order_id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`isin` text NOT NULL,
	`mic` text NOT NULL,
	`side` text NOT NULL,
	`quantity_micro` integer NOT NULL,
	`filled_micro` integer NOT NULL,
	`step_micro` integer NOT NULL,
	`limit_price_micro` integer,
	`day_end` text NOT NULL,
	`capped_micro` integer,
	`slice_index` integer NOT NULL,
	`executions` integer NOT NULL,
	`day_end_ms` integer NOT NULL,
	`ending` text,
	`step_timer` integer
);
--> statement-breakpoint
CREATE INDEX `exchange_orders_by_exchange` ON `exchange_orders` (`mic`);--> statement-breakpoint
CREATE TABLE `exchange_settings` (
	`mic` text PRIMARY KEY NOT NULL,
	`settings` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `market_faults` (
	`fault_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`mic` text,
	`isin` text,
	`share` real NOT NULL,
	`amount` real,
	`cancels_orders` integer NOT NULL,
	`from_ms` integer NOT NULL,
	`until_ms` integer,
	`count` integer,
	`hits` integer NOT NULL,
	`ended_ms` integer,
	`timer_seq` integer
);
--> statement-breakpoint
CREATE TABLE `outages` (
	`outage_id` integer PRIMARY KEY NOT NULL,
	`mic` text NOT NULL,
	`from_ms` integer NOT NULL,
	`until_ms` integer,
	`is_held` integer NOT NULL,
	`attempt_timer` integer
);
--> statement-breakpoint
CREATE TABLE `own_flows` (
	`isin` text NOT NULL,
	`mic` text NOT NULL,
	`net_micro` integer NOT NULL,
	`as_of_ms` integer NOT NULL,
	PRIMARY KEY(`isin`, `mic`)
);
--> statement-breakpoint
ALTER TABLE `orders` ADD `sendings` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `ending` text;