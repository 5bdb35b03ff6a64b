import type { Reporter, TestCase } from 'vitest/node'

/** Lists at the end the tests that passed only at the second try: each has a cause that should be fixed. */
export default class SecondTries implements Reporter {
  #flaky: TestCase[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#flaky.push(test)
  }

  onTestRunEnd(): void {
    if (this.#flaky.length === 0) return
    console.log(`${this.#flaky.length} needed a second try:`)
    for (const test of this.#flaky) {
      console.log(`  ${test.module.relativeModuleId} > ${test.fullName}`)
      for (const { message } of test.result().errors ?? []) console.log(message.replace(/^/gm, '    '))
    }
  }
}
