CREATE TABLE `lot_trades` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`portfolio_id` text NOT NULL,
	`isin` text NOT NULL,
	`trade_id` text NOT NULL,
	`side` text NOT NULL,
	`at_ms` integer NOT NULL,
	`quantity_micro` integer NOT NULL,
	`amount_minor` integer NOT NULL,
	`method` text
);
--> statement-breakpoint
CREATE INDEX `lot_trades_by_holding` ON `lot_trades` (`portfolio_id`,`isin`);