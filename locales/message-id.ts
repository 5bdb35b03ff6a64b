import type account from './en/account.json'
import type accountMail from './en/account-mail.json'
import type administrationAnalysis from './en/administration-analysis.json'
import type administrationAudit from './en/administration-audit.json'
import type administrationControllers from './en/administration-controllers.json'
import type administrationFirmware from './en/administration-firmware.json'
import type administrationFleet from './en/administration-fleet.json'
import type administrationJobs from './en/administration-jobs.json'
import type administrationMenu from './en/administration-menu.json'
import type administrationNotices from './en/administration-notices.json'
import type administrationNotifications from './en/administration-notifications.json'
import type administrationShopConfig from './en/administration-shop-config.json'
import type administrationUsers from './en/administration-users.json'
import type administrationVariables from './en/administration-variables.json'
import type affiliation from './en/affiliation.json'
import type alarm from './en/alarm.json'
import type alarmCard from './en/alarm-card.json'
import type alarmHint from './en/alarm-hint.json'
import type alarmPlace from './en/alarm-place.json'
import type alarmScreen from './en/alarm-screen.json'
import type alarmWhy from './en/alarm-why.json'
import type analysis from './en/analysis.json'
import type app from './en/app.json'
import type appManifest from './en/app-manifest.json'
import type chart from './en/chart.json'
import type claim from './en/claim.json'
import type codeForm from './en/code-form.json'
import type connect from './en/connect.json'
import type controller from './en/controller.json'
import type controllerScreen from './en/controller-screen.json'
import type copy from './en/copy.json'
import type course from './en/course.json'
import type courseScreen from './en/course-screen.json'
import type dashboard from './en/dashboard.json'
import type dashboardHow from './en/dashboard-how.json'
import type deviceClock from './en/device-clock.json'
import type deviceDoctor from './en/device-doctor.json'
import type error from './en/error.json'
import type exports from './en/export.json'
import type field from './en/field.json'
import type firmware from './en/firmware.json'
import type firmwareMail from './en/firmware-mail.json'
import type forwarding from './en/forwarding.json'
import type heatmap from './en/heatmap.json'
import type hive from './en/hive.json'
import type homeAssistant from './en/home-assistant.json'
import type imports from './en/import.json'
import type ingest from './en/ingest.json'
import type installation from './en/installation.json'
import type intervention from './en/intervention.json'
import type interventionScreen from './en/intervention-screen.json'
import type issue from './en/issue.json'
import type job from './en/job.json'
import type map from './en/map.json'
import type notification from './en/notification.json'
import type notificationScreen from './en/notification-screen.json'
import type offline from './en/offline.json'
import type order from './en/order.json'
import type orderDocument from './en/order-document.json'
import type orderMail from './en/order-mail.json'
import type outbox from './en/outbox.json'
import type payment from './en/payment.json'
import type profile from './en/profile.json'
import type region from './en/region.json'
import type registration from './en/registration.json'
import type rule from './en/rule.json'
import type ruleReplay from './en/rule-replay.json'
import type ruleScreen from './en/rule-screen.json'
import type scale from './en/scale.json'
import type scan from './en/scan.json'
import type season from './en/season.json'
import type seasonDigest from './en/season-digest.json'
import type seasonMail from './en/season-mail.json'
import type seasonNotice from './en/season-notice.json'
import type session from './en/session.json'
import type settings from './en/settings.json'
import type settingsScreen from './en/settings-screen.json'
import type setup from './en/setup.json'
import type share from './en/share.json'
import type shop from './en/shop.json'
import type shopAccounting from './en/shop-accounting.json'
import type shopConfig from './en/shop-config.json'
import type shopOrders from './en/shop-orders.json'
import type shopWizard from './en/shop-wizard.json'
import type signIn from './en/sign-in.json'
import type subscription from './en/subscription.json'
import type temperature from './en/temperature.json'
import type timeline from './en/timeline.json'
import type trouble from './en/trouble.json'
import type ui from './en/ui.json'
import type visit from './en/visit.json'
import type visitScreen from './en/visit-screen.json'
import type watch from './en/watch.json'
import type weather from './en/weather.json'
import type worker from './en/worker.json'

type Catalogue = typeof account &
  typeof accountMail &
  typeof affiliation &
  typeof administrationControllers &
  typeof administrationFirmware &
  typeof administrationMenu &
  typeof administrationUsers &
  typeof administrationShopConfig &
  typeof administrationAnalysis &
  typeof administrationAudit &
  typeof administrationVariables &
  typeof administrationNotifications &
  typeof administrationNotices &
  typeof administrationFleet &
  typeof administrationJobs &
  typeof alarm &
  typeof alarmCard &
  typeof alarmPlace &
  typeof alarmScreen &
  typeof alarmHint &
  typeof alarmWhy &
  typeof analysis &
  typeof app &
  typeof appManifest &
  typeof chart &
  typeof claim &
  typeof codeForm &
  typeof connect &
  typeof controller &
  typeof controllerScreen &
  typeof copy &
  typeof course &
  typeof courseScreen &
  typeof dashboard &
  typeof dashboardHow &
  typeof deviceClock &
  typeof deviceDoctor &
  typeof error &
  typeof exports &
  typeof field &
  typeof firmware &
  typeof firmwareMail &
  typeof forwarding &
  typeof heatmap &
  typeof hive &
  typeof homeAssistant &
  typeof imports &
  typeof ingest &
  typeof installation &
  typeof intervention &
  typeof interventionScreen &
  typeof issue &
  typeof job &
  typeof map &
  typeof notification &
  typeof notificationScreen &
  typeof offline &
  typeof outbox &
  typeof order &
  typeof payment &
  typeof profile &
  typeof orderDocument &
  typeof orderMail &
  typeof region &
  typeof registration &
  typeof rule &
  typeof ruleReplay &
  typeof ruleScreen &
  typeof scale &
  typeof scan &
  typeof season &
  typeof seasonDigest &
  typeof seasonMail &
  typeof seasonNotice &
  typeof session &
  typeof settings &
  typeof settingsScreen &
  typeof setup &
  typeof share &
  typeof shop &
  typeof shopConfig &
  typeof shopAccounting &
  typeof shopOrders &
  typeof shopWizard &
  typeof signIn &
  typeof subscription &
  typeof temperature &
  typeof timeline &
  typeof trouble &
  typeof ui &
  typeof visit &
  typeof visitScreen &
  typeof watch &
  typeof weather &
  typeof worker

/** The key of any existing text; a wrong key does not compile. */
export type MessageId = keyof Catalogue

declare global {
  namespace FormatjsIntl {
    interface Message {
      ids: MessageId
    }
  }
}
