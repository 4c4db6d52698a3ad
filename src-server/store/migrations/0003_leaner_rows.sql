CREATE TABLE `plans` (
	`rebalance_id` text PRIMARY KEY NOT NULL,
	`orders` text,
	`plan` text NOT NULL
);
--> statement-breakpoint
INSERT INTO `plans` SELECT `rebalance_id`, `planned_orders`.`orders`, `rebalances`.`plan`
	FROM `rebalances` LEFT JOIN `planned_orders` USING (`rebalance_id`) ORDER BY `rebalances`.`rowid`;--> statement-breakpoint
DROP TABLE `planned_orders`;--> statement-breakpoint
ALTER TABLE `rebalances` DROP COLUMN `plan`;--> statement-breakpoint
DROP INDEX `fills_fill_id_unique`;--> statement-breakpoint
ALTER TABLE `fills` ADD `order_at_fill` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE `fills` SET `order_at_fill` = (
	SELECT json_object(
		'quantityMicro', CAST(round((body ->> '$.order.quantity') * 1000000) AS INTEGER),
		'submission', json_object(
			'sentMs', CAST(strftime('%s', substr(body ->> '$.order.submitted_at', 1, 19)) AS INTEGER) * 1000
				+ CAST(substr(body ->> '$.order.submitted_at', 21, 3) AS INTEGER),
			'quantityMicro', CAST(round(coalesce(body ->> '$.order.sent_quantity', body ->> '$.order.quantity') * 1000000) AS INTEGER),
			'limitPriceMicro', CAST(round((body ->> '$.order.limit_price') * 1000000) AS INTEGER),
			'dayEnd', CASE body ->> '$.order.time_in_force' WHEN 'GTCV' THEN 'carry' ELSE 'expire' END
		),
		'fxRate', json(body -> '$.execution.value.fx_rate')
	)
	FROM `mifid_records` WHERE `mifid_records`.`mifid_record_id` = `fills`.`mifid_record_id`
);--> statement-breakpoint
DROP TABLE `mifid_records`;
