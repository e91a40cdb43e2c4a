# Try the Windows packages in dist: install, start, look, uninstall; unpack the zip and start that.
$ErrorActionPreference = "Stop"
Set-Location (Split-Path $PSScriptRoot)
New-Item -ItemType Directory -Force results | Out-Null
$place = "$env:LOCALAPPDATA\Programs\Shengji"
$results = (Resolve-Path results).Path

function Start-AndWait([string] $program, [string[]] $arguments) {
    $process = Start-Process $program $arguments -PassThru -Wait
    if ($process.ExitCode) { throw "$program $arguments ended with $($process.ExitCode)" }
}

function Test-Picture([string] $picture) {
    if (-not (Test-Path $picture) -or (Get-Item $picture).Length -lt 20000) { throw "no picture at $picture" }
}

function Get-Shortcuts {
    @([Environment]::GetFolderPath("Desktop"), [Environment]::GetFolderPath("Programs")) |
        ForEach-Object { Get-ChildItem $_ -Filter *.lnk -Recurse } |
        Where-Object { $_.BaseName -in "升级", "Shengji" }
}

Start-AndWait (Get-Item dist\*-setup.exe).FullName @("/S")
if (@(Get-Shortcuts).Count -ne 2) { throw "not two shortcuts" }
Start-AndWait "$place\shengji.exe" @("--smoke", "--screenshot", "$results\installed.png")
Test-Picture "$results\installed.png"
Start-AndWait "$place\uninstall.exe" @("/S")
for ($i = 0; $i -lt 60 -and (Test-Path $place); $i++) { Start-Sleep 1 } # it goes on from a copy of itself
if (Test-Path $place) { throw "the uninstaller left $place" }
if (@(Get-Shortcuts).Count) { throw "the uninstaller left shortcuts" }
if (Test-Path "HKCU:\Software\Microsoft\Windows\CurrentVersion\Uninstall\Shengji") { throw "the registry key is left" }

$folder = Join-Path ([IO.Path]::GetTempPath()) "shengji-zip"
Expand-Archive -Force (Get-Item dist\*.zip).FullName $folder
Start-AndWait (Get-Item "$folder\*\shengji.exe").FullName @("--smoke", "--screenshot", "$results\zip.png")
Test-Picture "$results\zip.png"
Write-Host "all is well"
