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
CREATE UNIQUE INDEX `market_events_market_event_id_unique` ON `market_events` (`market_event_id`);