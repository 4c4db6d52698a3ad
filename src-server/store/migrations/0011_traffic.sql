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
DROP INDEX `sink_requests_by_name`;--> statement-breakpoint
ALTER TABLE `sink_requests` ADD `event_id` text;--> statement-breakpoint
ALTER TABLE `sink_requests` ADD `status` integer DEFAULT 200 NOT NULL;--> statement-breakpoint
ALTER TABLE `sink_requests` ADD `delay_ms` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `sink_requests_by_event` ON `sink_requests` (`event_id`);--> statement-breakpoint
CREATE INDEX `sink_requests_by_name` ON `sink_requests` (`name`,`seq`);--> statement-breakpoint
ALTER TABLE `deliveries` ADD `yields` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `deliveries` ADD `interference` text;--> statement-breakpoint
CREATE INDEX `deliveries_by_endpoint` ON `deliveries` (`webhook_id`,`status`,`seq`);--> statement-breakpoint
CREATE INDEX `deliveries_by_event` ON `deliveries` (`event_id`);--> statement-breakpoint
ALTER TABLE `delivery_attempts` ADD `sent_ms` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `delivery_attempts` ADD `url` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `delivery_attempts` ADD `response_headers` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `delivery_attempts` ADD `is_cut` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `delivery_attempts` ADD `first_byte_ms` real;--> statement-breakpoint
ALTER TABLE `delivery_attempts` ADD `injected` text;--> statement-breakpoint
ALTER TABLE `events` ADD `rebalance_id` text;--> statement-breakpoint
CREATE INDEX `events_by_rebalance` ON `events` (`rebalance_id`) WHERE "events"."rebalance_id" is not null;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `previous_secrets` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `rotations` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `status` text DEFAULT 'enabled' NOT NULL;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `disabled_reason` text;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `failing_since_ms` integer;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `ordered` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `timeout_ms` integer DEFAULT 15000 NOT NULL;