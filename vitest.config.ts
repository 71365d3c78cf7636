import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'nexmark/**/*.test.ts', 'parity-tests/**/*.test.ts'],
    setupFiles: ['src/testing/property-seed.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Two cores: more workers only wait for each other.
    maxWorkers: 2,
  },
});
