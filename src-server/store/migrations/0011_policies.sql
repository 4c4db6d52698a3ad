CREATE TABLE `policies` (
	`portfolio_id` text PRIMARY KEY NOT NULL,
	`set_ms` integer NOT NULL,
	`terms` text NOT NULL,
	`state` text NOT NULL
);
