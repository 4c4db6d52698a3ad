/** The names of pieces that files and tables write after a number of shares. */

const UNIT_NAMES =
  'stk,stück,stueck,st,share,shares,sh,shs,unit,units,pc,pcs,pce,pces,piece,pieces,titre,titres,tit,part,parts,ant,anteil,anteile,' +
  'akt,aktie,aktien,nom,nominal,action,actions,azioni,aandelen,acciones,x';

/** Source of a pattern, for any case: a name of pieces or a percent sign, without other units such as `Mio`. */
export const PIECES = `(?:%|(?:${UNIT_NAMES.replaceAll(',', '|')})\\.?)`;
