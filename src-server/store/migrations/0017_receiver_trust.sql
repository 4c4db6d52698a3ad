ALTER TABLE `delivery_attempts` ADD `tls` text;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `tls` text;