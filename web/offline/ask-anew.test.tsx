import { QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { askAnew } from './ask-anew.ts'
import { createQueryClient } from './query-cache.ts'

it('is not content with a first answer from before the change', async () => {
  const client = createQueryClient()
  const answers: ((answer: string) => void)[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['intervention'],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  })
  const stop = observer.subscribe(() => {})
  await expect.poll(() => answers).toHaveLength(1)
  askAnew(client, ['intervention'])
  answers[0]!('nothing noted yet')
  await expect.poll(() => answers).toHaveLength(2)
  answers[1]!('fed 5 kg')
  await expect.poll(() => observer.getCurrentResult().data).toBe('fed 5 kg')
  // once there is something it is asked again at once
  askAnew(client, ['intervention'])
  await expect.poll(() => answers).toHaveLength(3)
  stop()
  client.clear()
})
