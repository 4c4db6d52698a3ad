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
ALTER TABLE `orders` ADD `last_sending` text;--> statement-breakpoint
ALTER TABLE `rebalances` ADD `form_a` text;--> statement-breakpoint
ALTER TABLE `rebalances` ADD `updated_ms` integer;