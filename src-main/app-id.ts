/** The name under which operating systems know the program. A test compares electron-builder.yml with it. */
export const appId = 'org.ballast.desktop';
