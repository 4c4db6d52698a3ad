CREATE TABLE `corporate_actions` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`corporate_action_id` text NOT NULL,
	`kind` text NOT NULL,
	`isin` text NOT NULL,
	`ex_ms` integer NOT NULL,
	`ratio_new` integer,
	`ratio_old` integer,
	`new_isin` text,
	`amount_micro` integer,
	`currency` text,
	`pay_ms` integer,
	`price_factor` real,
	`timer_seq` integer,
	`created_ms` integer NOT NULL,
	`applied_ms` integer,
	`cancelled_ms` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `corporate_actions_corporate_action_id_unique` ON `corporate_actions` (`corporate_action_id`);