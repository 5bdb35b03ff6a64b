import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { UploadCard } from './upload-card.tsx'

const version = () => screen.getByLabelText<HTMLInputElement>('Version')
const choose = (name: string) =>
  fireEvent.change(screen.getByLabelText(/^File/), { target: { files: [new File(['1'], name)] } })

test('the version is that of the file chosen last, until somebody types another', () => {
  renderWithMessages(
    <QueryClientProvider client={new QueryClient()}>
      <UploadCard />
    </QueryClientProvider>,
  )
  choose('hive-1.4.2.bin')
  expect(version().value).toBe('1.4.2')
  choose('hive-1.5.0.bin')
  expect(version().value).toBe('1.5.0')
  choose('hive.bin')
  expect(version().value).toBe('')
  fireEvent.change(version(), { target: { value: '2.0.0' } })
  choose('hive-1.4.2.bin')
  expect(version().value).toBe('2.0.0')
})
