import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: 'shared/testing/database-server.ts',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit and database',
          include: ['{server,render-node,shared,compositions}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.e2e.test.ts', '**/node_modules/**'],
          testTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'end to end',
          include: ['{server,render-node,shared,compositions}/**/*.e2e.test.ts'],
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
