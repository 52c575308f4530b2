"""Opens every .xlsx of a folder in LibreOffice, changes it as a person would, and saves it.

In the sheet Dials: Max line of the first dial becomes 777,777, someone types 9.5% as its Lead share cap, and the last
row moves to the top.
"""

import pathlib
import subprocess
import sys
import tempfile
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.table import CellRangeAddress

PIPE = "uno:pipe,name=lineslip-sheets;urp;StarOffice.ComponentContext"


def connect():
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    for _ in range(600):
        try:
            return resolver.resolve(PIPE)
        except Exception:
            time.sleep(0.1)
    raise SystemExit("LibreOffice did not start.")


def option(name, value):
    return PropertyValue(name, 0, value, 0)


def edit(sheet):
    heads = []
    while sheet.getCellByPosition(len(heads), 0).String != "":
        heads.append(sheet.getCellByPosition(len(heads), 0).String)
    last = 0
    while sheet.getCellByPosition(0, last + 1).String != "":
        last += 1
    sheet.getCellByPosition(heads.index("Max line, USD"), 1).Value = 777777
    sheet.getCellByPosition(heads.index("Lead share cap, %"), 1).FormulaLocal = "9.5%"
    if last < 2:
        return
    sheet.Rows.insertByIndex(1, 1)
    source = CellRangeAddress(0, 0, last + 1, len(heads) - 1, last + 1)
    sheet.moveRange(sheet.getCellByPosition(0, 1).CellAddress, source)


with tempfile.TemporaryDirectory() as profile:
    office = subprocess.Popen(
        ["soffice", f"-env:UserInstallation=file://{profile}", "--headless", "--norestore", "--nologo",
         "--accept=pipe,name=lineslip-sheets;urp;"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )
    desktop = None
    try:
        context = connect()
        desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
        for file in sorted(pathlib.Path(sys.argv[1]).glob("*.xlsx")):
            document = desktop.loadComponentFromURL(file.as_uri(), "_blank", 0, (option("Hidden", True),))
            edit(document.Sheets.getByName("Dials"))
            document.storeToURL(file.as_uri(), (option("FilterName", "Calc MS Excel 2007 XML"),))
            document.close(True)
    finally:
        if desktop is not None:
            try:
                desktop.terminate()
            except Exception:
                pass
        office.wait(60)
