/// How the page of a screen looks: like a Mac's windows, roughly.
let pageStyle = """
    *{box-sizing:border-box}
    body{margin:0;padding:20px;font:13px/1.35 -apple-system,"Helvetica Neue",Inter,"Noto Sans","DejaVu Sans",sans-serif;
    --text:#1d1d1f;--window:#fff;--side:#f0f0f3;--line:#d8d8dc;--fill:#ececef;--accent:#2f6fed;background:#c9ccd3;color:var(--text)}
    body.dark{--text:#f2f2f4;--window:#1f1f22;--side:#29292d;--line:#424247;--fill:#35353a;background:#0d0d0f}
    h1{font-size:12px;margin:0 0 8px;font-weight:500;opacity:.7}
    h2{font-size:14px;margin:0}
    .menubar{display:flex;gap:16px;padding:3px 12px;background:var(--side);margin-bottom:8px;border-radius:4px}
    .window{position:relative;width:1180px;min-height:640px;background:var(--window);border:1px solid var(--line);
    border-radius:10px;overflow:hidden;box-shadow:0 8px 30px #0003;display:flex;flex-direction:column}
    .titlebar{display:flex;align-items:center;gap:8px;padding:9px 12px;border-bottom:1px solid var(--line);background:var(--side)}
    .titlebar>i{width:12px;height:12px;border-radius:6px;background:#ff5f57}
    .titlebar>i:nth-child(2){background:#febc2e}.titlebar>i:nth-child(3){background:#28c840}
    .title{display:flex;flex-direction:column;margin-left:8px;min-width:0}.title small{opacity:.6}
    .toolbarItem{display:flex;gap:6px;align-items:center}
    .content{display:flex;flex:1;min-height:0;position:relative}
    .main{flex:1;min-width:0;display:flex;flex-direction:column}
    .inspector{width:280px;border-left:1px solid var(--line);padding:12px;display:flex;flex-direction:column;gap:8px}
    .split{display:flex;flex:1}.main>.stack,.split>.column>.stack{flex:1}.split>.column.detail>*{flex-shrink:0}.split>.column{display:flex;flex-direction:column;padding:8px;gap:8px;flex:1;min-width:0}
    .split>.sidebar{flex:0 0 260px;background:var(--side);border-right:1px solid var(--line)}
    .split>.column.content{flex:0 0 260px;border-right:1px solid var(--line)}
    .stack,.scroll,.group,.form,.overlay,.tabs,.unavailable{display:flex;flex-direction:column;gap:6px;min-width:0}
    .stack.row{flex-direction:row;align-items:center;flex-wrap:wrap}
    .stack.layers>*{align-self:center}
    .stack.grid{flex-direction:row;flex-wrap:wrap}
    .stack.row>.wide,.stack.row>.spacer{flex:1}.stack.column>.stack,.stack.column>.scroll{align-self:stretch}
    .stack.column>*{align-self:flex-start}.stack.column>.textField,.stack.column>.textEditor,.stack.column>.native,
    .stack.column>.list,.stack.column>.form,.stack.column>hr,.stack.column>.wide,.stack.column>.chart{align-self:stretch}
    .spacer{flex:1}
    .scroll{flex:1;padding:4px}
    .group{border:1px solid var(--line);border-radius:8px;padding:8px}
    .padded{padding:6px}
    .tinted{background:var(--fill);border-radius:8px;padding:4px 8px}
    hr{border:0;border-top:1px solid var(--line);margin:2px 0;align-self:stretch}
    .stack.row>hr{border-left:1px solid var(--line);border-top:0;margin:0 2px}
    .text{white-space:pre-wrap;overflow-wrap:anywhere;min-width:0}
    .label{display:inline-flex;gap:5px;align-items:center}
    .symbol{font:9px/14px ui-monospace,"DejaVu Sans Mono",monospace;padding:0 4px;border:1px solid currentColor;border-radius:7px;opacity:.75;white-space:nowrap}
    .button,.menu,.popup,.link,.choice{display:inline-flex;gap:5px;align-items:center;padding:2px 8px;border-radius:6px;
    border:1px solid var(--line);background:var(--fill);max-width:100%}
    .button.plain,.link{background:none;border-color:transparent;color:var(--accent);padding:2px 3px}
    .button.plain{color:inherit}
    .button.default,.choice.selected,.tabs>.button.selected{background:var(--accent);color:#fff;border-color:var(--accent)}
    .destructive{color:#d33}.button.default.destructive{background:#d33;color:#fff}
    .choices{display:inline-flex;gap:2px}
    .picker,.toggle,.stepper,.slider,.progress,.gauge,.datePicker,.colorPicker{display:inline-flex;gap:6px;align-items:center}
    .textField,.secureField,.textEditor,.search,.native{border:1px solid var(--line);border-radius:6px;padding:3px 8px;background:var(--window);
    min-width:120px;min-height:24px;white-space:pre-wrap;overflow-wrap:anywhere;flex:1 1 auto}
    .search{border-radius:12px;flex:0 0 auto}.textEditor{min-height:60px}
    .native{border-style:dashed}.native small{float:right;opacity:.4}
    .prompt{opacity:.45}.caret{border-left:2px solid var(--accent);margin-left:1px}
    .focused{outline:3px solid color-mix(in srgb,var(--accent) 45%,transparent)}
    .track{width:110px;height:5px;border-radius:3px;background:var(--line);overflow:hidden;display:inline-block}
    .track i{display:block;height:100%;background:var(--accent)}.track .endless{width:35%;margin-left:25%}
    .list,.table{display:flex;flex-direction:column;gap:1px;min-width:0}
    .list>.row,.section>.row,.table>.row{padding:4px 8px;border-radius:6px;display:flex;flex-direction:column;gap:2px}
    .row.selected{background:var(--accent);color:#fff}.row.selected *{color:#fff}
    .section{display:flex;flex-direction:column;gap:4px;margin-bottom:8px}
    .section>.name{font-weight:600;font-size:11px;opacity:.6;padding:4px 8px 0;display:flex;gap:6px}
    .table .titles,.table>.row>.stack{display:flex;flex-direction:row;flex-wrap:nowrap}
    .table .titles>*,.table>.row>.stack>*{flex:1 1 0}.table .titles{font-weight:600;font-size:11px;padding:4px 8px;border-bottom:1px solid var(--line)}
    .form{gap:10px;padding:8px}.form>.section{background:var(--side);border-radius:8px;padding:8px}
    .form .toggle,.form .picker,.form .labeled,.form .stepper,.form .slider{display:flex;justify-content:space-between}
    .labeled{display:flex;justify-content:space-between;gap:12px}.labeled>.name{opacity:.8}
    .disclosure{display:flex;flex-direction:column;gap:4px}.disclosure>.name{display:flex;gap:5px;align-items:center}
    .disclosure>:not(.name){margin-left:16px}
    .unavailable{align-items:center;justify-content:center;flex:1;padding:40px;text-align:center}
    .unavailable>.name{font-size:18px;font-weight:600}
    .overlay{align-self:stretch}.background{border:1px dotted var(--line);font-size:9px}
    .badge{display:inline-flex;padding:0 6px;border-radius:8px;background:var(--fill);font-size:11px;align-self:flex-end}
    .list>.badge,.section>.badge{margin:-24px 8px 4px 0}
    .tabs>.button{align-self:center}.tabs{flex-direction:row;flex-wrap:wrap;justify-content:center}.tabs>:not(.button){flex:1 0 100%}
    .color,.shape,.canvas{min-width:10px;min-height:10px;border:1px solid var(--line);border-radius:3px;display:inline-block;max-width:100%}
    .dim{position:absolute;inset:0;background:#0005;display:flex;justify-content:center;align-items:flex-start;overflow:hidden}
    .panel{background:var(--window);border:1px solid var(--line);border-radius:0 0 10px 10px;box-shadow:0 10px 30px #0006;padding:16px;
    min-width:320px;max-width:860px;max-height:100%;display:flex;flex-direction:column;gap:10px}
    .alert,.dialog{margin-top:80px;border-radius:12px;max-width:340px}.popover{position:absolute;right:24px;top:8px;border-radius:10px}
    .answers{display:flex;gap:8px;justify-content:flex-end}.answers:empty{display:none}
    .disabled{opacity:.4}.disabled .disabled{opacity:1}
    .nameless{outline:2px solid red}
    .sign{opacity:.6}
    .picture text{font-size:9px;fill:var(--text);opacity:.6}.picture .ground{fill:var(--fill);opacity:.5}
    .legend{display:flex;gap:12px;font-size:11px}.legend i{display:inline-block;width:9px;height:9px;border-radius:5px;margin-right:4px}
    .menus{margin:12px 0 0;padding:8px 8px 8px 24px;font-size:11px;width:1180px;background:var(--side);border-radius:8px}
    .font-largeTitle{font-size:26px}.font-title{font-size:22px}.font-title2{font-size:17px}.font-title3{font-size:15px}
    .font-headline{font-weight:700}.font-subheadline{font-size:11px}.font-callout{font-size:12px}
    .font-footnote,.font-caption,.font-caption2{font-size:10px}
    .font-bold,.font-heavy,.font-black{font-weight:700}.font-semibold{font-weight:600}.font-medium{font-weight:500}
    .font-italic{font-style:italic}.font-monospaced{font-family:ui-monospace,"DejaVu Sans Mono",monospace;font-size:12px}
    .tone-secondary{opacity:.65}.tone-tertiary,.tone-quaternary{opacity:.45}.tone-accent{color:var(--accent)}
    .tone-red{color:#d33}.tone-orange{color:#d97b16}.tone-yellow{color:#b58900}.tone-green{color:#23913c}.tone-blue{color:#2f6fed}
    .tone-purple,.tone-indigo{color:#8046c9}.tone-gray{color:#808087}.tone-white{color:#fff}.tone-teal,.tone-mint,.tone-cyan{color:#11858f}
    .ground-red{background:#d335}.ground-orange{background:#e08a2e55}.ground-yellow{background:#e5c10055}.ground-green{background:#3fa35c66}
    .ground-blue,.ground-accent{background:#2f6fed55}.ground-gray,.ground-secondary{background:#80808755}.ground-purple{background:#8046c955}
    """
