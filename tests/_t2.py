import time,sys,os,subprocess,tempfile
from pathlib import Path
import datetime as dt
import polars as pl
from pipelines.simulator import simulate, ALL_CODES, can_occur_at
from tests.film_twin import *
d=Path(tempfile.mkdtemp())
KINDS=("holdem","omaha8","holdem-kill","holdem-straddle","holdem-run-it","crazy-pineapple","stud","razz","mexican","27-triple","badeucey","drawmaha","horse")
t=time.time()
simulate(d/"day", dt.date(2026,1,16), tables=len(KINDS), hands=20*len(KINDS), seed=3, errors=0.5, games=KINDS, jobs=1)
print("sim",time.time()-t)
house=load_house(d/"day"/"house.toml")
for n,b in enumerate(batches_of(d/"day")):
    hand_over(b,house,d/"in"/f"{n:02d}"); 
t=time.time()
r=subprocess.run([sys.executable,"-m","tests.film_twin",str(d/"in"),str(d/"out")],env={**os.environ,"NUMBA_DISABLE_JIT":"1"},capture_output=True,text=True)
print(r.returncode,r.stderr[-3000:],time.time()-t)
for f in sorted((d/"in").iterdir()):
    for k in (False,True):
        for name,frame in frames_of(walk_of(f,keep_all=k)).items():
            o=pl.read_parquet(d/"out"/f.name/str(k)/f"{name}.parquet")
            if not frame.equals(o):
                bad=[c for c in frame.columns if not frame[c].equals(o[c])] if frame.shape==o.shape else "shape"
                print("DIFF",f.name,k,name,frame.shape,o.shape,bad)
