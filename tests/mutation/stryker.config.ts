/** What is mutated, and why the rest is not. A change of this shows in the score: it is no way to raise it. */
const mutate = [
  'server/shop/{orders,payment,prices,subscriptions}/**/*.ts',
  'server/shop/shop-config/offered-payment-methods.ts',
  'server/domain/shop/{cart,order*,price*,quantity-discount,restore-cart,subscription,vat}.ts',
  '!**/*.test.ts',
  // types of tables and of a package: no code
  '!server/shop/**/{order,order-key}-table.ts',
  '!**/*.d.ts',
  // papers are drawn and mails are worded there: coordinates and sentences, which tests of PDFs and pictures look at
  '!server/shop/orders/documents/**',
  // the page that plays a payment in development: HTML
  '!server/shop/payment/test-payment-page.ts',
]

export default {
  mutate,
  testRunner: 'vitest',
  vitest: { configFile: 'tests/mutation/vitest.config.ts', related: false },
  plugins: ['@stryker-mutator/vitest-runner', './tests/mutation/ignore-descriptions.ts'],
  ignorers: ['descriptions'],
  coverageAnalysis: 'perTest',
  // schemas, lists and constants of a module: each of these mutants would need all tests again, with all modules loaded anew
  ignoreStatic: true,
  // copied beside the work tree's own files, as packages are looked for there; neither is of any use to these tests
  ignorePatterns: ['/dist', '/data', '/docs', '/web', '/sw', '/test-results', '/playwright-report', '/tests/e2e'],
  // Stryker would rewrite tsconfig.json with the API of the compiler, which TypeScript 7 has not; nothing here is compiled
  tsconfigFile: 'none',
  tempDirName: 'test-results/mutation/work',
  incrementalFile: 'test-results/mutation/incremental.json',
  htmlReporter: { fileName: 'test-results/mutation/report.html' },
  jsonReporter: { fileName: 'test-results/mutation/report.json' },
  reporters: ['progress-append-only', 'clear-text', 'html', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  allowConsoleColors: false,
  concurrency: 1,
  timeoutMS: 10_000,
  dryRunTimeoutMinutes: 15,
  thresholds: { high: 90, low: 85, break: 85 },
}
