import { defineConfig } from "vitest/config";
import { pageWords } from "./scripts/pageWords";
import { pinyinDictionary } from "./scripts/pinyinDictionary";

const server = process.env.FRONTDESK_URL ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [pinyinDictionary(), pageWords()],
  esbuild: { jsx: "automatic" },
  build: {
    target: "es2022",
    outDir: "../frontdesk/screens",
    emptyOutDir: true,
    // Fonts and pictures stay files of their own, so that a content policy without data: holds.
    assetsInlineLimit: 0,
    // In kB: the dictionary of the pinyin keyboard, which is fetched only where it is used.
    chunkSizeWarningLimit: 1800,
    rollupOptions: {
      input: ["index.html", "board.html", "worklist.html", "staff.html", "admin.html", "reports.html", "records.html"],
    },
  },
  server: { host: "127.0.0.1", proxy: { "/api": server, "/slip": server } },
  test: {
    environment: "happy-dom",
    include: ["tests/**/*.test.{ts,tsx}"],
    setupFiles: ["tests/setup.ts"],
    css: false,
    restoreMocks: true,
    // Whole pages are drawn, and two cores are shared with everything else `make test` starts.
    testTimeout: 20_000,
    pool: "threads",
    maxWorkers: 2,
    minWorkers: 1,
  },
});
