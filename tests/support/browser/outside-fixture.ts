import { type ChatServices, startChatServices } from '../services/chat-services.ts'
import { freePort } from '../services/free-port.ts'
import type { MailServerForTests } from '../services/mail-server.ts'
import { type SmsService, startSmsService } from '../services/sms-service.ts'
import { startWeatherService, type WeatherStation } from '../services/weather-service.ts'
import { startWebReceiver, type WebReceiver } from '../services/web-receiver.ts'
import { test as base } from './app-fixture.ts'

export type Outside = {
  mails: MailServerForTests
  sms: SmsService
  chats: ChatServices
  hook: WebReceiver
  station: WeatherStation
}

/**
 * Browser tests on a server that knows its public address and has all external services: a mail server, an SMS gateway, chats, a program that listens and a
 * weather service. Tests that need one of them get all, since each kind of server takes another start.
 */
export const test = base.extend<object, { outside: Outside }>({
  outside: [
    async ({ mailbox }, use) => {
      const [sms, chats, hook] = [await startSmsService(), await startChatServices(), await startWebReceiver()]
      const station = await startWeatherService(() => Date.now())
      await use({ mails: mailbox, sms, chats, hook, station })
      for (const service of [sms, chats, hook, station]) await service.close()
    },
    { scope: 'worker' },
  ],
  environment: [
    async ({ environment, outside: { mails, sms, chats, station } }, use) => {
      const port = String(await freePort())
      await use({
        ...environment,
        PORT: port,
        PUBLIC_URL: `http://localhost:${port}`,
        SMTP_URL: mails.url,
        SMS_URL: sms.template,
        TELEGRAM_URL: chats.url,
        WEATHER_URL: station.url,
      })
    },
    { scope: 'worker' },
  ],
})
