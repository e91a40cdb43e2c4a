; The setup program for Windows: for one person, without administrator's rights. windows.py calls it with
; VERSION, VERSION4, KILOBYTES, ICON, PICTURE, UNPACK, DELETE, OUTPUT.

Unicode true
!include "MUI2.nsh"
!include "FileFunc.nsh"

!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Shengji"

Name "$(ProgramName)"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\Shengji"
InstallDirRegKey HKCU "${KEY}" "InstallLocation"
RequestExecutionLevel user
SetCompressor /SOLID lzma
SetDateSave off
SetOverwrite on
ManifestDPIAware true
ManifestSupportedOS Win10
BrandingText " "

VIProductVersion "${VERSION4}"
VIFileVersion "${VERSION4}"
VIAddVersionKey /LANG=1033 "ProductName" "Shengji"
VIAddVersionKey /LANG=1033 "FileDescription" "Shengji setup"
VIAddVersionKey /LANG=1033 "FileVersion" "${VERSION}"
VIAddVersionKey /LANG=1033 "ProductVersion" "${VERSION}"
VIAddVersionKey /LANG=1033 "LegalCopyright" "The Shengji developers"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_WELCOMEFINISHPAGE_BITMAP "${PICTURE}"
!define MUI_ABORTWARNING
!define MUI_FINISHPAGE_RUN "$INSTDIR\shengji.exe"
!define MUI_LANGDLL_REGISTRY_ROOT HKCU
!define MUI_LANGDLL_REGISTRY_KEY "${KEY}"
!define MUI_LANGDLL_REGISTRY_VALUENAME "Language"

!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES

!insertmacro MUI_LANGUAGE "SimpChinese"
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_RESERVEFILE_LANGDLL

LangString ProgramName ${LANG_SIMPCHINESE} "升级"
LangString ProgramName ${LANG_ENGLISH} "Shengji"
LangString Game ${LANG_SIMPCHINESE} "游戏（必需）"
LangString Game ${LANG_ENGLISH} "Game (required)"
LangString Desktop ${LANG_SIMPCHINESE} "桌面快捷方式"
LangString Desktop ${LANG_ENGLISH} "Shortcut on the desktop"
LangString Tip ${LANG_SIMPCHINESE} "四人纸牌游戏：单人或局域网对战"
LangString Tip ${LANG_ENGLISH} "Card game for four, alone or on a LAN"
LangString Running ${LANG_SIMPCHINESE} "升级正在运行。请先退出游戏，然后重试。"
LangString Running ${LANG_ENGLISH} "Shengji is running. Please leave the game, then try again."
LangString Saved ${LANG_SIMPCHINESE} "是否同时删除已保存的对局、设置和统计？删除后无法恢复。"
LangString Saved ${LANG_ENGLISH} "Delete the saved matches, settings and statistics as well? They can't be brought back."

; Under Windows a program that runs can't be written to: the one sure sign.
!macro StopIfRunning ID
  again${ID}:
  IfFileExists "$INSTDIR\shengji.exe" 0 done${ID}
  ClearErrors
  FileOpen $0 "$INSTDIR\shengji.exe" a
  IfErrors 0 free${ID}
  MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(Running)" /SD IDCANCEL IDRETRY again${ID}
  SetErrorLevel 3
  Quit
  free${ID}:
  FileClose $0
  done${ID}:
!macroend

Function .onInit
  !insertmacro MUI_LANGDLL_DISPLAY
FunctionEnd

Function un.onInit
  !insertmacro MUI_UNGETLANGUAGE
FunctionEnd

Section "$(Game)" SectionGame
  SectionIn RO
  !insertmacro StopIfRunning HERE
  ; an older version of the same place goes first, or its parts would stay among the new ones
  IfFileExists "$INSTDIR\uninstall.exe" 0 fresh
  ExecWait '"$INSTDIR\uninstall.exe" /S _?=$INSTDIR'
  fresh:
  !include "${UNPACK}"
  SetOutPath "$INSTDIR"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\$(ProgramName).lnk" "$INSTDIR\shengji.exe" "" "$INSTDIR\shengji.exe" 0 SW_SHOWNORMAL "" "$(Tip)"
  WriteRegStr HKCU "${KEY}" "DisplayName" "$(ProgramName)"
  WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${KEY}" "DisplayIcon" "$INSTDIR\shengji.exe"
  WriteRegStr HKCU "${KEY}" "Publisher" "The Shengji developers"
  WriteRegStr HKCU "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegStr HKCU "${KEY}" "Language" "$LANGUAGE"
  WriteRegDWORD HKCU "${KEY}" "EstimatedSize" ${KILOBYTES}
  WriteRegDWORD HKCU "${KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${KEY}" "NoRepair" 1
SectionEnd

Section "$(Desktop)" SectionDesktop
  SetOutPath "$INSTDIR"
  CreateShortcut "$DESKTOP\$(ProgramName).lnk" "$INSTDIR\shengji.exe" "" "$INSTDIR\shengji.exe" 0 SW_SHOWNORMAL "" "$(Tip)"
SectionEnd

Section "Uninstall"
  !insertmacro StopIfRunning UN
  !include "${DELETE}"
  Delete "$INSTDIR\uninstall.exe"
  ; whichever language it was installed in
  Delete "$SMPROGRAMS\升级.lnk"
  Delete "$SMPROGRAMS\Shengji.lnk"
  Delete "$DESKTOP\升级.lnk"
  Delete "$DESKTOP\Shengji.lnk"
  DeleteRegKey HKCU "${KEY}"
  SetOutPath "$TEMP"
  RMDir "$INSTDIR"
  RMDir "$LOCALAPPDATA\Programs" ; if nothing else is in it
  IfFileExists "$LOCALAPPDATA\shengji\*.*" 0 end
  MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "$(Saved)" /SD IDNO IDNO end
  RMDir /r "$LOCALAPPDATA\shengji"
  end:
SectionEnd
