/** Sends one mail; rejects when the server refused it or could not be reached. */
export type Mailer = {
  available: boolean
  send(mail: { to: string; subject: string; text: string; html?: string }): Promise<void>
}
