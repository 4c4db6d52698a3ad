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
CREATE INDEX `rebalances_by_account` ON `rebalances` (`account_id`,`simulation`,`created_ms`);