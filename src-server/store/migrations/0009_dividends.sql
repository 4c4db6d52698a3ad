CREATE TABLE `dividends` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`dividend_id` text NOT NULL,
	`portfolio_id` text NOT NULL,
	`distribution_id` text NOT NULL,
	`corporate_action_id` text,
	`isin` text NOT NULL,
	`ex_ms` integer NOT NULL,
	`pay_ms` integer NOT NULL,
	`quantity_micro` integer NOT NULL,
	`amount_micro` integer NOT NULL,
	`currency` text NOT NULL,
	`gross_minor` integer NOT NULL,
	`source_country` text,
	`withholding_ppm` integer NOT NULL,
	`law` text,
	`status` text NOT NULL,
	`paid_gross_minor` integer,
	`tax_minor` integer,
	`ended_ms` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `dividends_dividend_id_unique` ON `dividends` (`dividend_id`);--> statement-breakpoint
CREATE INDEX `dividends_by_portfolio` ON `dividends` (`portfolio_id`);--> statement-breakpoint
CREATE INDEX `dividends_by_distribution` ON `dividends` (`distribution_id`);