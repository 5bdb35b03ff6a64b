import { hash, verify } from '@node-rs/argon2'

/** Slow salted hashes (argon2id) of what clients send as the password. */
export type Passwords = {
  hash(value: string): Promise<string>
  /** Without a stored hash it takes just as long, and returns false. */
  verify(stored: string | undefined, value: string): Promise<boolean>
}

export type PasswordCost = { memoryKibibytes: number; passes: number }

const COST: PasswordCost = { memoryKibibytes: 19 * 1024, passes: 2 }

/** Cost parameters follow OWASP's password storage advice for argon2id: 19 MiB, 2 passes, 1 lane. Tests pass smaller ones. */
export function createPasswords(cost: PasswordCost = COST): Passwords {
  const options = { memoryCost: cost.memoryKibibytes, timeCost: cost.passes, parallelism: 1 }
  let nobodys: Promise<string> | undefined = hash('nobody', options)
  nobodys.catch(() => {
    nobodys = undefined
  })
  return {
    hash: (value) => hash(value, options),
    async verify(stored, value) {
      nobodys ??= hash('nobody', options)
      const right = await verify(stored ?? (await nobodys), value)
      return right && stored !== undefined
    },
  }
}
