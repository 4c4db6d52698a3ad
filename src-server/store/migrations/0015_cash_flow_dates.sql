ALTER TABLE `cash_flows` ADD `next_ms` integer;--> statement-breakpoint
UPDATE `cash_flows` SET `next_ms` = (SELECT `due_ms` FROM `timers` WHERE `timers`.`seq` = `cash_flows`.`timer_seq`);
