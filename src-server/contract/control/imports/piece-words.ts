/** The words for pieces that files and tables write behind a number of shares. */

const WORDS =
  'stk,stück,stueck,st,share,shares,sh,shs,unit,units,pc,pcs,pce,pces,piece,pieces,titre,titres,tit,part,parts,ant,anteil,anteile,' +
  'akt,aktie,aktien,nom,nominal,action,actions,azioni,aandelen,acciones,x';

/** Source of a pattern, for any case: a word for pieces or a percent sign, without other words such as `Mio`. */
export const PIECES = `(?:%|(?:${WORDS.replaceAll(',', '|')})\\.?)`;
