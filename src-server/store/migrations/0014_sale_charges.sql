ALTER TABLE `lot_trades` ADD `charges_minor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What a fill brought was stored after its charges. Sales that were stated, and what corporate actions paid, had none.
UPDATE `lot_trades` SET `charges_minor` = `charged`.`minor`, `amount_minor` = `amount_minor` + `charged`.`minor`
	FROM (
		SELECT `fill_id`, (`costs` ->> '$.commissionMinor') + (`costs` ->> '$.fxMinor') + (`costs` ->> '$.transactionTaxMinor') AS `minor`
		FROM `fills`
	) AS `charged`
	WHERE `lot_trades`.`side` = 'sell' AND `lot_trades`.`trade_id` = `charged`.`fill_id`;
