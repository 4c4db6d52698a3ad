CREATE TABLE `price_series` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`isin` text NOT NULL,
	`mic` text NOT NULL,
	`from_ms` integer NOT NULL,
	`rows` text NOT NULL
);
