/** Whether orders with a status have moved something, in the languages of types of transactions. */
import { plainLabel } from '../tables/column-labels.ts';

const NOT_EXECUTED =
  'cancelled,canceled,rejected,expired,pending,open,failed,declined,inactive,deleted,storniert,gestrichen,abgelehnt,offen,verfallen,gelöscht,abgebrochen,' +
  'annulé,annulée,rejeté,expiré,supprimé,geannuleerd,afgewezen,verlopen,verwijderd,annullato,rifiutato,scaduto,cancelado,rechazado,avbruten,makulerad,' +
  'annulleret,kansellert';
const EXECUTED =
  'executed,filled,completed,complete,done,settled,confirmed,booked,processed,successful,success,ok,final,traded,ausgeführt,abgerechnet,abgeschlossen,' +
  'erledigt,gebucht,verbucht,bestätigt,exécuté,exécutée,effectué,terminé,confirmé,uitgevoerd,afgerekend,voltooid,eseguito,completato,ejecutado,completado,' +
  'utförd,avslutad,genomförd,gennemført,udført,utført';

const BY_LABEL = new Map([
  ...NOT_EXECUTED.split(',').map((status) => [plainLabel(status), false] as const),
  ...EXECUTED.split(',').map((status) => [plainLabel(status), true] as const),
  ['', true] as const,
]);

/** `null`: nobody knows. A row without a status has moved something. */
export function isExecuted(status: string): boolean | null {
  return BY_LABEL.get(plainLabel(status)) ?? null;
}
