import { defineConfig } from 'drizzle-kit';

/** `npx drizzle-kit generate` writes a new migration whenever the schema changed. */
export default defineConfig({
  dialect: 'sqlite',
  schema: ['./src-server/store/database/schema.ts', './src-server/store/database/schema-traffic.ts'],
  out: './src-server/store/migrations',
});
