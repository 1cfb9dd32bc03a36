/** Made by scripts/pinyinDictionary.ts while the front end is built. */
declare module "virtual:pinyin-dictionary" {
  const file: string;
  export default file;
}
