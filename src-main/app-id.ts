/** The name by which the systems know the program; electron-builder.yml has the same (a test asks). Refuses nothing. */
export const appId = 'org.ballast.desktop';
