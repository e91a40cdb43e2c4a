# Sign files with the certificate in $env:CERTIFICATE (PFX, base64) and $env:PASSWORD; none there: say so.
param([Parameter(Mandatory, ValueFromRemainingArguments)] [string[]] $Files)
$ErrorActionPreference = "Stop"

if (-not $env:CERTIFICATE) {
    Write-Host "not signed: there is no certificate"
    exit 0
}
$signtool = Get-ChildItem "${env:ProgramFiles(x86)}\Windows Kits\10\bin\*\x64\signtool.exe" |
    Sort-Object FullName | Select-Object -Last 1 -ExpandProperty FullName
$certificate = Join-Path ([IO.Path]::GetTempPath()) "certificate.pfx"
try {
    [IO.File]::WriteAllBytes($certificate, [Convert]::FromBase64String($env:CERTIFICATE))
    & $signtool sign /f $certificate /p $env:PASSWORD /fd sha256 /tr http://timestamp.digicert.com /td sha256 $Files
    if ($LASTEXITCODE) { throw "signtool failed" }
} finally {
    Remove-Item -Force -ErrorAction SilentlyContinue $certificate
}
