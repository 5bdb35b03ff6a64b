import type { SecretBox } from '../runtime/secret-box.ts'

const HASH_LENGTH = 32

type Secrets = { secrets: Pick<SecretBox, 'keyedHash'> }

/**
 * Identifies a message to the receiving side: the same for every attempt of a row, and different from all others. `row`: what identifies the row,
 * i.e. its table and whatever distinguishes it from earlier rows with the same number.
 */
export const referenceOf = ({ secrets }: Secrets, ...row: (string | number)[]): string =>
  secrets.keyedHash(row.join(' '), 'message-id').slice(0, HASH_LENGTH)

/** The `Message-ID` of a mail, without angle brackets, based on the reference of its row. */
export function messageIdOf(
  { secrets, config }: Secrets & { config: { mailFrom: string } },
  ...row: (string | number)[]
): string {
  return `${referenceOf({ secrets }, ...row)}@${config.mailFrom.slice(config.mailFrom.lastIndexOf('@') + 1)}`
}
