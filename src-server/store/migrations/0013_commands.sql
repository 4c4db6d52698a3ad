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
