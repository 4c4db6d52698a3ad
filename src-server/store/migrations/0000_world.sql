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
	`next_attempt_ms` integer,
	`yields` integer DEFAULT false NOT NULL,
	`interference` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_delivery_id_unique` ON `deliveries` (`delivery_id`);--> statement-breakpoint
CREATE INDEX `deliveries_sending` ON `deliveries` (`sending`);--> statement-breakpoint
CREATE INDEX `deliveries_by_endpoint` ON `deliveries` (`webhook_id`,`status`,`seq`);--> statement-breakpoint
CREATE INDEX `deliveries_by_event` ON `deliveries` (`event_id`);--> statement-breakpoint
CREATE TABLE `delivery_attempts` (
	`delivery_id` text NOT NULL,
	`attempt` integer NOT NULL,
	`at_ms` integer NOT NULL,
	`request_headers` text NOT NULL,
	`response_status` integer,
	`response_body` text NOT NULL,
	`error` text,
	`duration_ms` real NOT NULL,
	`sent_ms` integer DEFAULT 0 NOT NULL,
	`url` text DEFAULT '' NOT NULL,
	`response_headers` text DEFAULT '{}' NOT NULL,
	`is_cut` integer DEFAULT false NOT NULL,
	`first_byte_ms` real,
	`injected` text,
	PRIMARY KEY(`delivery_id`, `attempt`)
);
--> statement-breakpoint
CREATE TABLE `events` (
	`seq` integer PRIMARY KEY NOT NULL,
	`at_ms` integer NOT NULL,
	`type` text NOT NULL,
	`data` text NOT NULL,
	`hash` text NOT NULL,
	`rebalance_id` text
);
--> statement-breakpoint
CREATE INDEX `events_by_rebalance` ON `events` (`rebalance_id`) WHERE "events"."rebalance_id" is not null;--> statement-breakpoint
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
	`dealt_rates` text,
	`sendings` integer DEFAULT 0 NOT NULL,
	`ending` text,
	`dealt_commission` text,
	`fx_conversion_bps` real DEFAULT 3 NOT NULL,
	`last_sending` text
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
	`completed_ms` integer,
	`form_a` text,
	`updated_ms` integer
);
--> statement-breakpoint
CREATE INDEX `rebalances_by_portfolio` ON `rebalances` (`portfolio_id`);--> statement-breakpoint
CREATE INDEX `rebalances_by_account` ON `rebalances` (`account_id`,`simulation`,`created_ms`);--> statement-breakpoint
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
	`signature_valid` integer,
	`event_id` text,
	`status` integer DEFAULT 200 NOT NULL,
	`delay_ms` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sink_requests_by_event` ON `sink_requests` (`event_id`);--> statement-breakpoint
CREATE INDEX `sink_requests_by_name` ON `sink_requests` (`name`,`seq`);--> statement-breakpoint
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
CREATE TABLE `webhook_endpoints` (
	`webhook_id` text PRIMARY KEY NOT NULL,
	`url` text NOT NULL,
	`events` text,
	`secret` text NOT NULL,
	`created_ms` integer NOT NULL,
	`previous_secrets` text DEFAULT '[]' NOT NULL,
	`rotations` integer DEFAULT 0 NOT NULL,
	`status` text DEFAULT 'enabled' NOT NULL,
	`disabled_reason` text,
	`failing_since_ms` integer,
	`ordered` integer DEFAULT true NOT NULL,
	`timeout_ms` integer DEFAULT 15000 NOT NULL
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
--> statement-breakpoint
CREATE TABLE `pins` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`isin` text NOT NULL,
	`mid_micro` integer NOT NULL,
	`currency` text NOT NULL,
	`from_ms` integer NOT NULL,
	`until_ms` integer
);
--> statement-breakpoint
CREATE TABLE `market_events` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`market_event_id` text NOT NULL,
	`isin` text NOT NULL,
	`kind` text NOT NULL,
	`amount` real NOT NULL,
	`from_ms` integer NOT NULL,
	`until_ms` integer,
	`ended_ms` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `market_events_market_event_id_unique` ON `market_events` (`market_event_id`);--> statement-breakpoint
CREATE TABLE `price_series` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`isin` text NOT NULL,
	`mic` text NOT NULL,
	`from_ms` integer NOT NULL,
	`rows` text NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE `lot_trades` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`portfolio_id` text NOT NULL,
	`isin` text NOT NULL,
	`trade_id` text NOT NULL,
	`side` text NOT NULL,
	`at_ms` integer NOT NULL,
	`quantity_micro` integer NOT NULL,
	`amount_minor` integer NOT NULL,
	`method` text
);
--> statement-breakpoint
CREATE INDEX `lot_trades_by_holding` ON `lot_trades` (`portfolio_id`,`isin`);--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`account_id` text NOT NULL,
	`key` text NOT NULL,
	`rebalance_id` text NOT NULL,
	`accepted_ms` integer NOT NULL,
	`status` integer NOT NULL,
	`body` text NOT NULL,
	PRIMARY KEY(`account_id`, `key`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_by_time` ON `idempotency_keys` (`accepted_ms`);--> statement-breakpoint
CREATE TABLE `mifid_records` (
	`mifid_record_id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`fill_id` text NOT NULL,
	`retained_until_ms` integer NOT NULL,
	`body` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `accounts` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`tier` text NOT NULL,
	`monthly_limit` text,
	`rate_limit` text,
	`created_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_account_id_unique` ON `accounts` (`account_id`);--> statement-breakpoint
CREATE TABLE `api_keys` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key_id` text NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`secret_hash` text NOT NULL,
	`rate_limit` text,
	`is_run_key` integer NOT NULL,
	`created_ms` integer NOT NULL,
	`revoked_ms` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_key_id_unique` ON `api_keys` (`key_id`);--> statement-breakpoint
CREATE TABLE `tier_limits` (
	`tier` text PRIMARY KEY NOT NULL,
	`monthly_limit` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sink_scripts` (
	`name` text PRIMARY KEY NOT NULL,
	`answers` text NOT NULL,
	`afterwards` text NOT NULL,
	`given` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `wire_faults` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`fault_id` text NOT NULL,
	`terms` text NOT NULL,
	`share` real NOT NULL,
	`from_ms` integer NOT NULL,
	`until_ms` integer,
	`count` integer,
	`chances` integer NOT NULL,
	`hits` integer NOT NULL,
	`ended_ms` integer,
	`created_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wire_faults_fault_id_unique` ON `wire_faults` (`fault_id`);--> statement-breakpoint
CREATE TABLE `commands` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`base` text NOT NULL,
	`method` text NOT NULL,
	`path` text NOT NULL,
	`body` text,
	`key_id` text,
	`at_ms` integer NOT NULL,
	`events_before` integer NOT NULL,
	`events` integer NOT NULL,
	`status` integer,
	`facts` text
);
