import type { SecretBox } from '../runtime/secret-box.ts'

const HASH_LENGTH = 32

type Secrets = { secrets: Pick<SecretBox, 'keyedHash'> }

/**
 * Names a send to the other side: the same for every try of the same row, and nobody else's. `row`: what makes it this one,
 * its table and all that tells it from those that had its number before.
 */
export const referenceOf = ({ secrets }: Secrets, ...row: (string | number)[]): string =>
  secrets.keyedHash(row.join(' '), 'message-id').slice(0, HASH_LENGTH)

/** The `Message-ID` of a mail, without angle brackets, made of the reference of its row. */
export function messageIdOf(
  { secrets, config }: Secrets & { config: { mailFrom: string } },
  ...row: (string | number)[]
): string {
  return `${referenceOf({ secrets }, ...row)}@${config.mailFrom.slice(config.mailFrom.lastIndexOf('@') + 1)}`
}
