CREATE TABLE `pins` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`isin` text NOT NULL,
	`mid_micro` integer NOT NULL,
	`currency` text NOT NULL,
	`from_ms` integer NOT NULL,
	`until_ms` integer
);
