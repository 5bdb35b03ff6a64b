import { expect, test } from 'vitest'
import { ownTask } from './own-task.ts'

test('what starts at the same time continues in separate tasks, in order', async () => {
  const seen: string[] = []
  const each = ['first', 'second', 'third'].map(async (name) => {
    await ownTask()
    // the rest of a task runs before the next one
    await Promise.resolve()
    queueMicrotask(() => seen.push(`${name} is over`))
    seen.push(name)
  })
  seen.push('all have begun')
  await Promise.all(each)
  const tasks = ['first', 'second', 'third'].flatMap((name) => [name, `${name} is over`])
  await expect.poll(() => seen).toEqual(['all have begun', ...tasks])
})
