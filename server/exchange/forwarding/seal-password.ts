import type { Deps } from '../../deps.ts'

/** The purpose under which forwarding passwords are sealed. */
export const SEALED_PASSWORD = 'forwarding password'

export const sealPassword = ({ secrets }: Pick<Deps, 'secrets'>, password: string | undefined): string | null =>
  password === undefined ? null : secrets.seal(password, SEALED_PASSWORD)
