ALTER TABLE `lot_trades` ADD `rest` text;--> statement-breakpoint
ALTER TABLE `lot_trades` ADD `ratio_new` integer;--> statement-breakpoint
ALTER TABLE `lot_trades` ADD `ratio_old` integer;--> statement-breakpoint
ALTER TABLE `positions` ADD `rest` text;--> statement-breakpoint
ALTER TABLE `trade_settlements` ADD `rest` text;--> statement-breakpoint
UPDATE `lot_trades` SET `ratio_new` = `action`.`ratio_new`, `ratio_old` = `action`.`ratio_old`
	FROM `corporate_actions` AS `action`
	WHERE `lot_trades`.`side` = 'split' AND `lot_trades`.`trade_id` = `action`.`corporate_action_id`;
