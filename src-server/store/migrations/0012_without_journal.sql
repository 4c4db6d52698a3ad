UPDATE `webhook_endpoints` SET `status` = 'disabled', `disabled_reason` = 'gone' WHERE `enabled` = 0;--> statement-breakpoint
UPDATE `events` SET `rebalance_id` = json_extract(`data`, '$.rebalance_id');--> statement-breakpoint
UPDATE `sink_requests` SET `event_id` = json_extract(`headers`, '$."webhook-id"');--> statement-breakpoint
UPDATE `delivery_attempts` SET `url` = coalesce((SELECT `url` FROM `deliveries` WHERE `deliveries`.`delivery_id` = `delivery_attempts`.`delivery_id`), '');--> statement-breakpoint
DROP TABLE `journal`;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` DROP COLUMN `enabled`;
