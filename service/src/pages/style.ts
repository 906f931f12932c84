export const style = `:root{color-scheme:light dark;--text:#1b1f24;--soft:#57606a;--back:#f4f5f7;--card:#fff;--line:#d0d7de;--field:#818b98;--button:#0b57d0;--on-button:#fff;--bad:#b3261e;--on-bad:#fff}
@media (prefers-color-scheme:dark){:root{--text:#e6e8eb;--soft:#a8b0ba;--back:#111418;--card:#1b1f24;--line:#3d444d;--field:#7d8590;--button:#a8c7fa;--on-button:#062e6f;--bad:#f2b8b5;--on-bad:#601410}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:1rem/1.55 system-ui,sans-serif}
main{max-width:34rem;margin:clamp(0rem,8vh,5rem) auto;padding:2rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem;overflow-wrap:anywhere}
h1{margin:0 0 1rem;font-size:1.5rem;line-height:1.25}
h2{margin:1.5rem 0 .5rem;font-size:1rem}
h3{margin:1rem 0 .25rem;font-size:.9375rem;color:var(--soft)}
p{margin:.75rem 0}
ul{margin:.5rem 0;padding-left:1.25rem}
li{margin:.35rem 0}
a{color:var(--button)}
code{color:var(--soft);font-size:.8125rem}
.note{color:var(--soft);font-size:.9375rem}
.box{border-left:.25rem solid var(--button);padding:.25rem 0 .25rem .75rem}
button{margin-top:.75rem;padding:.75rem 1.25rem;min-height:2.75rem;border:0;border-radius:.5rem;background:var(--button);color:var(--on-button);font:inherit;font-weight:600;cursor:pointer}
button.bad{background:var(--bad);color:var(--on-bad)}
button.plain{margin:0;padding:.5rem .75rem;background:none;color:var(--text);border:1px solid var(--field);font-weight:400}
button:focus-visible,a:focus-visible,input:focus-visible,select:focus-visible,textarea:focus-visible,summary:focus-visible,.scroll:focus-visible,.whole:focus-visible{outline:3px solid var(--text);outline-offset:3px}
.skip{position:absolute;left:-99rem;padding:.75rem 1rem;background:var(--card)}
.skip:focus{left:0;z-index:1}
header{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center;justify-content:space-between;padding:.75rem 1.5rem;background:var(--card);border-bottom:1px solid var(--line)}
header ul{display:flex;flex-wrap:wrap;gap:0 1rem;font-size:.9375rem;margin:0;padding:0;list-style:none}
header li{margin:0}
header a{display:block;padding:.6rem 0;color:var(--text);text-decoration:none}
header a:hover{text-decoration:underline}
header [aria-current]{font-weight:600;box-shadow:inset 0 -.15rem var(--button)}
header form{display:flex;flex-wrap:wrap;gap:.5rem .75rem;align-items:center;overflow-wrap:anywhere}
main.wide{width:min(70rem,100% - 2rem);max-width:none;margin:clamp(0rem,3vh,2rem) auto}
.scroll{position:relative;margin:1.25rem 0;overflow-x:auto;border:1px solid var(--line);border-radius:.5rem}
table{border-collapse:collapse;width:100%;font-size:.9375rem}
th,td{padding:.6rem .75rem;text-align:left;vertical-align:top;border-top:1px solid var(--line)}
thead th{border-top:0;color:var(--soft);font-size:.875rem;white-space:nowrap}
td{min-width:5.5rem;max-width:24rem;overflow-wrap:break-word}
td .long{min-width:7rem;overflow-wrap:anywhere}
.detail{color:var(--soft);font-size:.875rem;overflow-wrap:anywhere}
.said,.whole{white-space:pre-wrap}
.whole{max-height:24rem;overflow:auto;padding:.75rem;border:1px solid var(--line);border-radius:.5rem;background:var(--back)}
time{white-space:nowrap}
.fields{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:flex-end}
.field{flex:1 1 10rem;min-width:0}
form>.field+.field{margin-top:.75rem}
form+form,form+details{margin-top:1rem}
.fields+.field{margin-top:.75rem}
fieldset{margin:1rem 0 .5rem;padding:.25rem 1rem;min-width:0;border:1px solid var(--line);border-radius:.5rem}
fieldset .field{margin:.5rem 0}
legend{padding:0 .25rem;font-weight:600}
label{display:block;margin-bottom:.25rem;font-weight:600;font-size:.9375rem}
input,select,textarea{width:100%;min-height:2.75rem;padding:.5rem .75rem;border:1px solid var(--field);border-radius:.5rem;background:var(--card);color:var(--text);font:inherit}
input[type=checkbox]{width:1.5rem;min-height:1.5rem;margin:0;accent-color:var(--button)}
dl{display:grid;grid-template-columns:minmax(7rem,auto) 1fr;gap:.4rem 1rem;margin:1rem 0}
dt{color:var(--soft)}
main:not(.wide) dl{grid-template-columns:7.5rem minmax(0,1fr)}
dd{margin:0;min-width:0}
dd:has(.whole){grid-column:1/-1}
.copy{padding:.75rem;border:1px solid var(--line);border-radius:.5rem;background:var(--back)}
.copy code{color:var(--text);user-select:all}
textarea{font:.875rem/1.5 ui-monospace,monospace;resize:vertical}
pre{margin:.5rem 0;padding:.75rem;overflow-x:auto;border:1px solid var(--line);border-radius:.5rem;background:var(--back);white-space:pre-wrap}
.face{display:flex;gap:.75rem;align-items:center;font-size:1.125rem}
.face img{object-fit:contain;border-radius:.5rem}
.numbers{display:grid;grid-template-columns:repeat(auto-fill,minmax(12rem,1fr));gap:.75rem;padding:0;list-style:none}
.numbers li{margin:0}
.numbers a{display:block;height:100%;padding:.75rem 1rem;border:1px solid var(--line);border-radius:.5rem;color:var(--soft);text-decoration:none}
.numbers a:hover{border-color:var(--button)}
.numbers b{display:block;color:var(--text);font-size:1.5rem;line-height:1.25}
.numbers .urgent a{border-color:var(--bad);box-shadow:inset .25rem 0 var(--bad)}
summary{padding:.5rem 0;cursor:pointer;font-weight:600}
section{margin-top:2rem;padding-top:.5rem;border-top:1px solid var(--line)}
@media (max-width:30rem){main,main.wide{width:auto;margin:0;padding:1.25rem;border:0;border-radius:0;min-height:100vh}main button{width:100%}header{padding:.75rem 1.25rem}.numbers{grid-template-columns:1fr 1fr}dl,main:not(.wide) dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}}
@media (max-width:45rem){thead{display:block;position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}table,tbody,tr,td{display:block}td{display:grid;grid-template-columns:6rem minmax(0,1fr);gap:.5rem;max-width:none;padding:.25rem .75rem;border:0;overflow-wrap:anywhere}td .long{min-width:0}td:has(>:empty,.long:empty){display:none}td::before{content:attr(data-column);color:var(--soft)}tr{padding:.5rem 0;border-top:1px solid var(--line)}tbody tr:first-child{border-top:0}}`;
