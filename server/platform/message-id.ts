import type { SecretBox } from './secret-box.ts'

const HASH_LENGTH = 32

/**
 * The `Message-ID` of a mail, without angle brackets: the same for every try of the same row, and nobody else's. `row`: what
 * makes it this one, its table and all that tells it from those that had its number before.
 */
export function messageIdOf(
  { secrets, config }: { secrets: Pick<SecretBox, 'keyedHash'>; config: { mailFrom: string } },
  ...row: (string | number)[]
): string {
  const hash = secrets.keyedHash(row.join(' '), 'message-id').slice(0, HASH_LENGTH)
  return `${hash}@${config.mailFrom.slice(config.mailFrom.lastIndexOf('@') + 1)}`
}
